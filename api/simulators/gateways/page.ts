import { rupees } from '../../../resources/define/show.ts'
import { escaped } from '../../payments/escaped.ts'
import type { Fields } from '../../payments/gateways/fields.ts'
import { choices } from './choices.ts'

/** The pages of the simulated gateway: plain HTML, style and script in files of their own, so that a strict CSP allows them. */

/** What the page of choices shows: whose it is, and the payment in paise. */
type Shown = { path: string; title: string; amount: number; txnNo: string }

/** The page on which the tester chooses how the payment ends. */
export function choicePage({ path, title, amount, txnNo }: Shown, hidden: Fields): string {
  const buttons = Object.entries(choices)
    .map(([choice, { label }]) => `<button name="choice" value="${choice}">${escaped(label)}</button>`)
    .join('\n')
  return page(
    path,
    `Simulated payment by ${title}`,
    `<p>Payment <b>${escaped(txnNo)}</b> of <b>${rupees(amount).replace(' ', '&nbsp;')}</b>. No money moves here.</p>
<form method="post" action="${path}/choose">
${fields(hidden)}
${buttons}
</form>`,
  )
}

/** The page that takes the customer back: the script presses the button, without scripts the customer does. */
export function returnPage(path: string, returnTo: string, response: Fields): string {
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

/** A page of the simulated gateway: its content below its title. */
export const page = (path: string, title: string, content: string) => `<!doctype html>
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

const fields = (hidden: Fields) =>
  Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('\n')
