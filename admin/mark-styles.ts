/**
 * Lets scripts of ours style the page under its policy. Every style element gets the nonce of the page, without which
 * the browser ignores it: antd's own `csp` option reaches neither the lock of scrolling beneath a dialog nor dialogs
 * opened without a context. Text areas take a `style` attribute as properties, which the policy allows: antd measures
 * their height in a hidden copy that it styles by the attribute.
 */
export function markStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (!nonce) return
  const create = document.createElement
  document.createElement = function (this: Document, ...made: Parameters<typeof create>) {
    const element = create.apply(this, made)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    if (element instanceof HTMLTextAreaElement) element.setAttribute = setStyleAsProperties
    return element
  } as typeof create
}

function setStyleAsProperties(this: HTMLElement, name: string, value: string): void {
  if (name === 'style') this.style.cssText = value
  else Element.prototype.setAttribute.call(this, name, value)
}
