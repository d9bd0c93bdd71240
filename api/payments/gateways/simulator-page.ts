/** The pages of the simulated gateway: plain HTML, style and script in files of their own, so that a strict CSP allows them. */

export const choices = {
  success: 'Pay: success',
  fail: 'Pay: failure',
  pending: 'Leave it pending',
  tamper: 'Tamper with the amount',
  late: 'Pay, but tell the shop late',
} as const

export type Choice = keyof typeof choices

/** What one page shows: the payment, and the hidden fields its form posts. */
type Shown = { path: string; amount: string; txnNo: string }

/** The page on which the tester chooses how the payment ends. */
export function choicePage({ path, amount, txnNo }: Shown, hidden: Record<string, string>): string {
  const buttons = Object.entries(choices)
    .map(([choice, label]) => `<button name="choice" value="${choice}">${escaped(label)}</button>`)
    .join('\n')
  return page(
    path,
    'Simulated payment',
    `<p>Payment <b>${escaped(txnNo)}</b> of <b>₹ ${escaped(amount)}</b>. No money moves here.</p>
<form method="post" action="${path}/choose">
${fields(hidden)}
${buttons}
</form>`,
  )
}

/** The page that takes the customer back: the script presses the button, without scripts the customer does. */
export function returnPage(path: string, returnTo: string, response: Record<string, string>): string {
  return page(
    path,
    'Going back to the shop',
    `<form method="post" action="${escaped(returnTo)}" data-send>
${fields(response)}
<button>Return to the shop</button>
</form>
<script src="${path}/return.js" defer></script>`,
  )
}

/** A page that says in one sentence why nothing can be paid. */
export const refusalPage = (path: string, sentence: string) =>
  page(path, 'The payment cannot start', `<p>${escaped(sentence)}</p>`)

export const script = `document.querySelector('form[data-send]').submit()\n`

export const style = `body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f4f6f8; color: #1a2330 }
main { max-width: 26rem; margin: 4rem auto; padding: 2rem; background: #fff; border-radius: 8px }
h1 { font-size: 1.25rem; margin: 0 0 1rem }
button { display: block; width: 100%; margin: .5rem 0; padding: .6rem; font: inherit; cursor: pointer }
`

const page = (path: string, title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${path}/page.css">
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`

const fields = (hidden: Record<string, string>) =>
  Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('\n')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replace(/[&<>"']/g, character => entities[character]!)
