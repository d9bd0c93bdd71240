/** Whether somebody types outside the place that the selector names: an answer that comes late takes the focus from nobody. */
export function typesOutside(place: string): boolean {
  const box = document.activeElement
  return Boolean(box?.matches('input, textarea') && !box.closest(place))
}
