/** Whether somebody types outside the elements of the selector, so that a late answer does not steal the focus. */
export function isTypingOutside(place: string): boolean {
  const box = document.activeElement
  return Boolean(box?.matches('input, textarea') && !box.closest(place))
}
