import { PINK, PURPLE } from '../files/letterhead.ts'
import { rowsOfTable } from './text-table.ts'

/** What a mail is made of besides its text. */
interface MailLook {
  /** The company, as its letterhead names it. */
  company: string
  subject: string
  /** Only addresses that begin so become links: a text may hold others that people wrote. */
  portalUrl: string
}

const FONT = "font-family:Verdana,Geneva,'DejaVu Sans',sans-serif"
/** Seen on white and on black: mail programs that show mails dark may leave borders as they are. */
const BORDER = '#7a5cc0'
const HAIRLINE = '#e3dfec'
const INK = '#1f1f1f'
const QUIET = '#5c5c5c'
const PAGE = '#f5f5f5'
const FOOT = '\n\n--\n'

/** Colours of mail programs that show mails dark; styles of elements are overruled. */
const DARK = [
  ['page', 'background-color:#16131d'],
  ['card', 'background-color:#211c2c;border-color:#3a3349'],
  ['ink', 'color:#f1eef7'],
  ['quiet', 'color:#b9b2c8'],
  ['link', 'color:#c9b8ff'],
  ['second', 'border-color:#c9b8ff'],
]
const STYLE = DARK.map(([name, said]) => `.${name}{${said!.replaceAll(/(?=;|$)/g, ' !important')}}`).join('')

/**
 * A mail as HTML: its plain text, word for word, in tables with styles on each element, which is what mail programs draw
 * alike. A link that is a paragraph or its last line becomes a button named after what it opens, with its address below;
 * the link by which one opts out is a word.
 */
export function mailHtml(text: string, look: MailLook): string {
  const [body = '', foot] = text.split(FOOT)
  const paragraphs = body.trim().split(/\n{2,}/)
  const firstButton = paragraphs.findIndex(paragraph => isLink(lastLineOf(paragraph), look.portalUrl))
  const drawn = paragraphs.map((paragraph, at) => paragraphHtml(paragraph, look.portalUrl, at === firstButton))
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(look.subject)}</title>`,
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${STYLE}}</style></head>`,
    `<body class="page ink" style="margin:0;padding:0;background-color:${PAGE};color:${INK}">`,
    `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" bgcolor="${PAGE}"><tr><td align="center" style="padding:24px 12px">`,
    // Outlook knows no greatest width: there a table of fixed width is around the card.
    '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
    `<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="max-width:600px;background-color:#ffffff;border:1px solid ${HAIRLINE}">`,
    `<tr><td class="link" style="padding:18px 24px 12px;border-bottom:2px solid ${PINK};${FONT};color:${PURPLE};font-size:16px;font-weight:bold">${escaped(look.company)}</td></tr>`,
    cell('ink', `padding:24px 24px 10px;color:${INK};font-size:13px`, drawn.join('')),
    foot === undefined
      ? ''
      : cell('quiet', `padding:12px 24px 16px;color:${QUIET};font-size:11px`, footHtml(foot, look.portalUrl)),
    '</table>',
    '<!--[if mso]></td></tr></table><![endif]-->',
    '</td></tr></table></body></html>',
  ].join('\n')
}

const cell = (name: string, style: string, content: string) =>
  `<tr><td class="${name}" align="left" style="${FONT};line-height:20px;${style}">${content}</td></tr>`

const lastLineOf = (paragraph: string) => paragraph.split('\n').at(-1)!.trim()

function paragraphHtml(paragraph: string, portalUrl: string, isFirst: boolean): string {
  const rows = rowsOfTable(paragraph)
  if (rows) return tableHtml(rows)
  const lines = paragraph.split('\n')
  const last = lastLineOf(paragraph)
  const isButton = isLink(last, portalUrl)
  const said = (isButton ? lines.slice(0, -1) : lines).map(line => linked(line, portalUrl)).join('<br>')
  const words = said && `<p style="margin:0 0 14px">${said}</p>`
  return isButton ? words + button(last, portalUrl, isFirst) : words
}

/** A table under its heads; all columns but the first are numbers. */
function tableHtml(rows: readonly (readonly string[])[]): string {
  const drawn = rows.map((row, line) => {
    const [name, colour] = line === 0 ? ['quiet', QUIET] : ['ink', INK]
    const cells = row.map(
      (text, at) =>
        `<td class="${name}" align="${at === 0 ? 'left' : 'right'}" valign="top" style="${FONT};padding:${at === 0 ? '6px 0' : '6px 0 6px 10px'};border-bottom:1px solid ${HAIRLINE};color:${colour};font-size:12px">${escaped(text)}</td>`,
    )
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${drawn.join('')}</table><p style="margin:0 0 14px"></p>`
}

/** Whether a line is nothing but an address of the portal. */
const isLink = (line: string, portalUrl: string) => line.startsWith(`${portalUrl}/`) && !/\s/.test(line)

/** The first button of a mail is filled, as that of a screen; further ones are outlined. */
function button(address: string, portalUrl: string, isFirst: boolean): string {
  const href = escaped(address)
  const box = isFirst ? `background-color:${PINK};border:1px solid ${PINK}` : `border:1px solid ${BORDER}`
  const [name, colour] = isFirst ? ['', '#ffffff'] : ['link', PURPLE]
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0"><tr>',
    `<td class="${isFirst ? '' : 'second'}"${isFirst ? ` bgcolor="${PINK}"` : ''} style="padding:9px 18px;${box}">`,
    `<a href="${href}" class="${name}" style="${FONT};color:${colour};font-size:13px;font-weight:bold;text-decoration:none">${labelOf(address.slice(portalUrl.length))}</a></td></tr></table>`,
    `<p class="quiet" style="margin:6px 0 14px;color:${QUIET};font-size:11px;word-break:break-all">${href}</p>`,
  ].join('')
}

/** What a button says, by how the address that it opens begins; with the opt-out, the words that the plain text has not. */
export const buttons: readonly (readonly [begins: string, label: string])[] = [
  ['/approve#', 'Decide now'],
  ['/forget-password#', 'Choose a password'],
  ['/feedback#', 'Rate the delivery'],
  ['/track-shipment', 'Track the shipment'],
  ['/opt-out#', 'Confirm'],
  ['/orders/order-history', 'Open the order'],
  ['/complaints/show/', 'Open the complaint'],
  ['/dispatches/lr-transporter-bill', 'Open the bill'],
  ['/transaction-view/transactions-view/show/', 'Open the payment'],
  ['/mis/', 'Open the report'],
  ['/', 'Open in the portal'],
]

const labelOf = (address: string) => buttons.find(([begins]) => address.startsWith(begins))![1]

/** The word of the link by which one opts out: its address is long, and the plain text has it. */
export const OPT_OUT = 'Unsubscribe'

/** The foot, a line under another; the last word of its last line is the address by which one opts out. */
function footHtml(foot: string, portalUrl: string): string {
  const lines = foot.trim().split('\n')
  return lines
    .map((line, at) => (at === lines.length - 1 ? optOutHtml(line, portalUrl) : linked(line, portalUrl)))
    .join('<br>')
}

function optOutHtml(line: string, portalUrl: string): string {
  const [, words = '', address = ''] = /^(.*?)(\S*)$/s.exec(line)!
  if (!isLink(address, portalUrl)) return linked(line, portalUrl)
  return `${escaped(words)}<a href="${escaped(address)}" class="quiet" style="color:${QUIET}">${OPT_OUT}</a>`
}

/** A line with its addresses of the portal as links; everything else is text, whatever it looks like. */
function linked(line: string, portalUrl: string): string {
  return line
    .split(/(\s+)/)
    .map(word =>
      isLink(word, portalUrl)
        ? `<a href="${escaped(word)}" class="link" style="color:${PURPLE};word-break:break-all">${escaped(word)}</a>`
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
