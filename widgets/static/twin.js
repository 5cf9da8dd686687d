// The static form of a replay is an output of its own, in front of the live one: it is what stands there where no widget
// runs. While a live view has rows to show its twin is hidden.

const OUTPUT = ".jp-OutputArea-child";
const MOST_FRAMES = 120;

/** Hides the output in front of the one that `el` lies in; returns what shows it again. */
export function hideTwin(el, frames = 0) {
  let twin = null;
  const look = () => {
    const output = el.closest(OUTPUT);
    if (output === null) {
      if (frames++ < MOST_FRAMES) requestAnimationFrame(look);
      return;
    }
    twin = output.previousElementSibling;
    if (twin !== null) twin.style.display = "none";
  };
  look();
  return () => {
    frames = MOST_FRAMES;
    if (twin !== null) twin.style.display = "";
  };
}
