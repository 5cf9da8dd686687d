// Live ipywidgets inside a body: made when their block is mounted, taken away when it leaves.

import {h} from "./dom.js";

/** A function (place, model id) → function that takes the widget away again. */
export function widgetMounter(model) {
  const manager = model.widget_manager;
  if (!manager) return null;
  return (place, modelId) => {
    let view = null;
    let isGone = false;
    manager
      .get_model(modelId)
      .then((child) => manager.create_view(child))
      .then((made) => {
        if (isGone) return made.remove();
        view = made;
        place.replaceChildren(made.el);
        return undefined;
      })
      .catch((error) => place.replaceChildren(h("p", "wbr-quiet", String(error.message ?? error))));
    return () => {
      isGone = true;
      view?.remove();
    };
  };
}
