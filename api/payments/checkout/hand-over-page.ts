import { rupees } from '../../../resources/define/show.ts'
import { escaped } from '../escaped.ts'
import type { PaymentForm } from '../gateways/gateway.ts'

/** The document between the portal and a gateway: plain HTML with a script and a style that bear a nonce. */

interface Shown {
  txnNo: string
  /** Paise. */
  amount: number
}

/** The form that goes to the gateway by itself; without scripts its button does. */
export const formPage = (nonce: string, { txnNo, amount }: Shown, { action, fields }: PaymentForm): string =>
  page(
    nonce,
    'Going to the payment page',
    `<p>Payment <b>${escaped(txnNo)}</b> of <b>${escaped(rupees(amount))}</b></p>
<form method="post" action="${escaped(action)}">
${Object.entries(fields)
  .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
  .join('\n')}
<button>Go to the payment page</button>
</form>
<script nonce="${nonce}">${SCRIPT}</script>`,
  )

/** A sentence why there is no form, and where to go instead. */
export const sentencePage = (nonce: string, title: string, sentence: string, link: { to: string; label: string }) =>
  page(
    nonce,
    title,
    `<p>${escaped(sentence)}</p>
<p><a href="${escaped(link.to)}">${escaped(link.label)}</a></p>`,
  )

// A browser that keeps the document alive shows it again on Back without asking the server: it must not post again.
const SCRIPT = `addEventListener('pageshow', event => event.persisted ? location.reload() : document.forms[0].submit())`

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f4f6f8; color: #1a2330 }
main { max-width: 26rem; margin: 4rem auto; padding: 2rem; background: #fff; border-radius: 8px }
h1 { font-size: 1.25rem; margin: 0 0 1rem }
button { padding: .6rem 1rem; font: inherit; cursor: pointer }`

const page = (nonce: string, title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`
