import { describe, expect, it } from 'vitest'
import { buttons, mailHtml, OPT_OUT } from '../../../api/mail/mail-html.ts'
import { withSamples } from '../../../resources/platform/message-placeholders.ts'
import { messages } from '../../../seeds/system/messages.ts'

const portalUrl = 'https://orders.bilty.example'
const look = { company: 'Sahyadri & Sons', subject: 'Order received', portalUrl }
const FOOT = `\n\n--\nNo more e-mails about orders: ${portalUrl}/opt-out#token`

/** The words of HTML, in order, without the letterhead, the title and the labels of buttons. */
const wordsOf = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/>Sahyadri &amp; Sons</, '><')
    // The link by which one opts out is a word, whose address the plain text has.
    .replace(new RegExp(`<a href="([^"]*)"[^>]*>${OPT_OUT}</a>`), '$1')
    .replace(new RegExp(`>(${buttons.map(([, label]) => label).join('|')})</a>`, 'g'), '></a>')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .split(/\s+/)
    .filter(Boolean)

const mails = messages.seeds.filter(({ medium }) => medium === 'EMAIL')

describe('a mail as HTML', () => {
  it.each(mails.map(({ code, subject, body }) => [String(code), String(subject), String(body)] as const))(
    '%s says what its plain text says, with every placeholder filled in',
    (_, subject, body) => {
      const text = withSamples(body, portalUrl) + FOOT
      const html = mailHtml(text, { ...look, subject: withSamples(subject, portalUrl) })
      expect(`${withSamples(subject, portalUrl)} ${text}`).not.toMatch(/[{}]|undefined|null/)
      expect(html.replace(/<style>.*<\/style>/s, '')).not.toMatch(/[{}]|undefined/)
      expect(wordsOf(html)).toEqual(text.replace('\n--\n', ' ').split(/\s+/).filter(Boolean))
      expect(html.match(/<a href="(?!https:\/\/orders\.bilty\.example\/)/g)).toBeNull()
      expect(html.split('<table').length).toBe(html.split('</table>').length)
    },
  )

  it('shows a link that is a line of its own as a button, with its address below', () => {
    const html = mailHtml(`Dear Asha,\n\nplease decide:\n${portalUrl}/approve#x`, look)
    expect(html).toContain(`<a href="${portalUrl}/approve#x"`)
    expect(html.split('>Decide now<')).toHaveLength(2)
    expect(html).toContain(`>${portalUrl}/approve#x</p>`)
  })

  it('draws columns as a table, and a remark that holds two spaces as text', () => {
    const html = mailHtml('Product  Quantity  Amount ₹\nA & B        2 EA     10.00\n\nLeave it  there', look)
    expect([...html.matchAll(/align="(left|right)" valign="top"[^>]*>([^<]*)</g)].map(([, , text]) => text)).toEqual([
      'Product',
      'Quantity',
      'Amount ₹',
      'A &amp; B',
      '2 EA',
      '10.00',
    ])
    expect(html).toContain('>Leave it  there</p>')
  })

  it('names a button after what it opens, and fills the first alone', () => {
    const html = mailHtml(
      `Please decide:\n${portalUrl}/orders/order-history/7\n\nOr here:\n${portalUrl}/approve#x`,
      look,
    )
    expect([...html.matchAll(/class="([^"]*)"[^>]* style="padding:9px/g)].map(([, name]) => name)).toEqual([
      '',
      'second',
    ])
    expect([...html.matchAll(/none">([^<]*)<\/a>/g)].map(([, label]) => label)).toEqual([
      'Open the order',
      'Decide now',
    ])
  })

  it('names the button of a new password after what one does there', () => {
    expect(mailHtml(`Choose it within 30 minutes:\n${portalUrl}/forget-password#x`, look)).toContain(
      '>Choose a password<',
    )
  })

  it('has colours of its own for mail programs that are dark', () => {
    const classes = new Set(
      [...mailHtml(`Text${FOOT}`, look).matchAll(/ class="([^"]+)"/g)].flatMap(([, names]) => names!.split(' ')),
    )
    for (const name of classes) expect(mailHtml('Text', look)).toContain(`.${name}{`)
  })

  it('draws what people wrote as text, and links to no address but the portal’s', () => {
    const html = mailHtml(
      `Remark: <img src=x onerror="alert('1')"> https://evil.example/a ${portalUrl}.evil.example/b\n\nhttps://evil.example/c`,
      { ...look, company: '<b>Company</b>', subject: '</title><script>' },
    )
    expect(html).not.toMatch(/<img|<script|<b>|href="/)
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;')
    expect(html).toContain('https://evil.example/c')
  })
})
