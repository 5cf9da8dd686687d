// Entry: a session's replay, in a widget over the kernel's comm, or in a page over embedded data.

import {CommTransport, EmbeddedTransport} from "./transport.js";
import {hideTwin} from "./twin.js";
import {ReplayView} from "./view.js";
import {widgetMounter} from "./mounts.js";

/** Called by anywidget for every view of the model; returns what to do when the view goes. */
function render({ model, el }) {
  const transport = new CommTransport(model);
  let showTwin = () => {};
  const view = new ReplayView(el, transport, widgetMounter(model), () => {
    if (model.get("twin")) showTwin = hideTwin(el);
  });
  view.start();
  return () => {
    showTwin();
    view.close();
    transport.close();
  };
}

/** Shows the data of `widgets/embedded.py` in a page. */
export function embed(el, data) {
  const view = new ReplayView(el, new EmbeddedTransport(data), null);
  const ready = view.start();
  return { view, ready };
}

export default { render };
