/**
 * Gives every style that a script of ours writes into the page the nonce of the page, without which the browser ignores
 * it. antd's own `csp` option reaches neither the lock of scrolling beneath a dialog nor dialogs opened without a context.
 */
export function markStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (!nonce) return
  const create = document.createElement
  document.createElement = function (this: Document, ...made: Parameters<typeof create>) {
    const element = create.apply(this, made)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  } as typeof create
}
