/** The link of the first order of the queue. */
export const firstOrder = () => document.querySelector<HTMLElement>('.queue-table .cell-link')

/** Who decides by keys goes on with the first order of the queue when the one they had is gone. */
export function focusFirstOrder() {
  if (document.activeElement === document.body) firstOrder()?.focus()
}
