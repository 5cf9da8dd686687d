// What stands below the header: the session's todo list and its settings, as the kernel drew them.

import {h} from "./dom.js";
import {mount, patch, unmount} from "./element.js";

export class Panel {
  constructor() {
    this.element = h("div", "wbr-panel");
    this.isMounted = false;
  }

  /** Brings the panel to other nodes; folds that the reader opened stay open. */
  show(nodes, allow) {
    this.element.hidden = nodes.length === 0;
    if (this.isMounted) patch(this.element, nodes);
    else mount(this.element, nodes, { allow });
    this.isMounted = true;
  }

  close() {
    unmount(this.element);
  }
}
