"""How it looks: the element tree and its writers, the drawings, the live replay, charts."""
