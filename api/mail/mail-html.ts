/** What a mail is made of besides its text. */
export interface MailLook {
  /** The company, as its letterhead names it. */
  company: string
  subject: string
  /** Only addresses that begin so become links: a text may hold others that people wrote. */
  portalUrl: string
}

const FONT = "font-family:Verdana,Geneva,'DejaVu Sans',sans-serif"
const PURPLE = '#503291'
const PINK = '#d6157b'
const INK = '#1f1f1f'
const QUIET = '#5c5c5c'
const FOOT = '\n\n--\n'

/**
 * A mail as HTML: its plain text, word for word, in tables with styles on each element, which is what mail programs draw
 * alike. A link that is a paragraph or its last line becomes a button, with its address below.
 */
export function mailHtml(text: string, look: MailLook): string {
  const [body = '', foot] = text.split(FOOT)
  const paragraphs = body
    .trim()
    .split(/\n{2,}/)
    .map(paragraph => paragraphHtml(paragraph, look.portalUrl))
  const footer =
    foot === undefined
      ? ''
      : cell(`padding:12px 24px;color:${QUIET};font-size:11px`, linked(foot, look.portalUrl, QUIET))
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="light dark"><title>${escaped(look.subject)}</title></head>`,
    `<body style="margin:0;padding:0;background:#f5f5f5;${FONT};font-size:13px;line-height:1.5;color:${INK}">`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f5f5f5"><tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" width="600" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="width:100%;max-width:600px;border:1px solid #e3dfec">',
    `<tr><td bgcolor="${PURPLE}" style="padding:14px 24px;background:${PURPLE};border-bottom:3px solid ${PINK};color:#ffffff;font-size:16px;font-weight:bold">${escaped(look.company)}</td></tr>`,
    cell(`padding:24px;color:${INK};font-size:13px`, paragraphs.join('')),
    footer,
    '</table></td></tr></table></body></html>',
  ].join('\n')
}

const cell = (style: string, content: string) => `<tr><td style="${FONT};${style}">${content}</td></tr>`

function paragraphHtml(paragraph: string, portalUrl: string): string {
  const lines = paragraph.split('\n')
  const last = lines.at(-1)!.trim()
  const isButton = isLink(last, portalUrl)
  const said = (isButton ? lines.slice(0, -1) : lines).map(line => linked(line, portalUrl, PURPLE)).join('<br>')
  const words = said && `<p style="margin:0 0 14px">${said}</p>`
  return isButton ? words + button(last) : words
}

/** Whether a line is nothing but an address of the portal. */
const isLink = (line: string, portalUrl: string) => line.startsWith(`${portalUrl}/`) && !/\s/.test(line)

function button(address: string): string {
  const href = escaped(address)
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 6px"><tr>',
    `<td bgcolor="${PINK}" style="padding:9px 18px;background:${PINK}">`,
    `<a href="${href}" style="${FONT};color:#ffffff;font-size:13px;font-weight:bold;text-decoration:none">${BUTTON}</a></td></tr></table>`,
    `<p style="margin:0 0 14px;color:${QUIET};font-size:11px;word-break:break-all">${href}</p>`,
  ].join('')
}

/** The words of the button, the only ones that the plain text has not. */
export const BUTTON = 'Open in the portal'

/** A line with its addresses of the portal as links; everything else is text, whatever it looks like. */
function linked(line: string, portalUrl: string, colour: string): string {
  return line
    .split(/(\s+)/)
    .map(word =>
      isLink(word, portalUrl)
        ? `<a href="${escaped(word)}" style="color:${colour};word-break:break-all">${escaped(word)}</a>`
        : escaped(word),
    )
    .join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, sign => ENTITIES[sign]!)
