/** Shows the whole text of a cut-off cell as its tooltip. */
export function showWholeText(target: EventTarget) {
  const cell = (target as HTMLElement).closest('td')
  if (cell) cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : ''
}
