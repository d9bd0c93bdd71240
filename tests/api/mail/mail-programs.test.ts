import { describe, expect, it } from 'vitest'
import { mailHtml } from '../../../api/mail/mail-html.ts'
import { withSamples } from '../../../resources/platform/message-placeholders.ts'
import { messages } from '../../../seeds/system/messages.ts'

// What the programs of most of our readers draw alike: Outlook for Windows, which lays mails out with Word, Gmail and
// Outlook on the web, which drop what they do not know. https://www.caniemail.com lists it property by property.

const COLOUR = /^#[0-9a-f]{6}$/
const PIXELS = /^(0|\d{1,2}px)( (0|\d{1,2}px)){0,3}$/
const LINE = /^[1-4]px solid #[0-9a-f]{6}$/

/** The properties that all of them take, on which elements, with which values. */
const taken: Readonly<Record<string, { on: readonly string[]; value: RegExp }>> = {
  'background-color': { on: ['body', 'table', 'td'], value: COLOUR },
  color: { on: ['body', 'td', 'p', 'a'], value: COLOUR },
  border: { on: ['table', 'td'], value: LINE },
  'border-bottom': { on: ['td'], value: LINE },
  'font-family': { on: ['td', 'a'], value: /^[A-Za-z, '-]+$/ },
  'font-size': { on: ['td', 'p', 'a'], value: /^\d\dpx$/ },
  'font-weight': { on: ['td', 'a'], value: /^bold$/ },
  'line-height': { on: ['td'], value: /^\d\dpx$/ },
  // Word leaves out the padding of all but cells, and the margin of tables.
  padding: { on: ['body', 'td'], value: PIXELS },
  margin: { on: ['body', 'p'], value: PIXELS },
  // Word takes no greatest width: a table of fixed width is around the card.
  'max-width': { on: ['table'], value: /^600px$/ },
  'text-decoration': { on: ['a'], value: /^none$/ },
  // Where it is not known, a long address only makes the mail wider.
  'word-break': { on: ['p', 'a'], value: /^break-all$/ },
}
const elements = ['html', 'head', 'meta', 'title', 'style', 'body', 'table', 'tr', 'td', 'p', 'a', 'br']

interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
}

/** The elements of a mail, those for Outlook alone too. */
const elementsOf = (html: string): Element[] =>
  [...html.matchAll(/<([a-z0-9]+)((?: [a-z-]+="[^"]*")*)>/g)].map(([, name, attributes]) => ({
    name: name!,
    attributes: Object.fromEntries(
      [...attributes!.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value!]),
    ),
  }))

const declarations = (style: string) =>
  style
    .split(';')
    .filter(Boolean)
    .map(one => one.split(/:(.*)/s).map(part => part.trim()) as [string, string])

/** What a program of mail would not draw, or draw otherwise. */
function faultsOf(html: string): string[] {
  const faults = elementsOf(html).flatMap(({ name, attributes }) => [
    ...(elements.includes(name) ? [] : [`<${name}> is not drawn alike`]),
    ...declarations(attributes.style ?? '').flatMap(([property, value]) => {
      const { on, value: fits } = taken[property] ?? {}
      return on?.includes(name) && fits?.test(value) ? [] : [`${property}: ${value} on <${name}>`]
    }),
    ...(name === 'table' && (attributes.role !== 'presentation' || attributes.cellpadding !== '0')
      ? ['a table that is read out as one, or has room of its own']
      : []),
    ...(Number(attributes.width) > 600 ? [`${attributes.width} pixels wide`] : []),
    ...(name === 'td' && attributes.style?.includes('background-color') && !attributes.bgcolor
      ? ['a cell whose colour is in its style alone']
      : []),
    ...(name === 'a' && !attributes.style?.includes('color:') ? ['a link in the colour of the program'] : []),
  ])
  const rules = html.match(/<style>(.*)<\/style>/s)?.[1] ?? ''
  const colours = rules.replace(/^:root\{color-scheme:light dark\}@media \(prefers-color-scheme:dark\)\{(.*)\}$/s, '$1')
  const bad = [...colours.matchAll(/([^{}]+)\{([^}]*)\}/g)].flatMap(([, selector, style]) => [
    ...(/^\.[a-z]+$/.test(selector!) ? [] : [`the selector ${selector}`]),
    ...declarations(style!)
      .filter(([property]) => !['color', 'background-color', 'border-color'].includes(property))
      .map(([property]) => `${property} for dark colours only`),
  ])
  return [...faults, ...bad]
}

const portalUrl = 'https://orders.bilty.example'
const FOOT = `\n\n--\nNo more e-mails about orders: ${portalUrl}/opt-out#token`
const drawn = (subject: string, body: string) =>
  mailHtml(withSamples(body, portalUrl) + FOOT, {
    company: 'Sahyadri Chemicals',
    subject: withSamples(subject, portalUrl),
    portalUrl,
  })

const mails = messages.seeds
  .filter(({ medium }) => medium === 'EMAIL')
  .map(({ code, subject, body }) => [String(code), String(subject), String(body)] as const)

describe('a mail in Outlook, Gmail and Apple Mail', () => {
  it.each(mails)('%s uses nothing that one of them leaves out', (_, subject, body) => {
    const html = drawn(subject, body)
    expect(faultsOf(html)).toEqual([])
    // Gmail cuts longer ones.
    expect(Buffer.byteLength(html)).toBeLessThan(102_000)
    expect(html).toContain('<!--[if mso]><table role="presentation" width="600"')
    expect(html).toMatch(/<meta name="color-scheme" content="light dark">/)
    // Word takes the letters of a cell from the cell itself, not from around it.
    for (const [, style, words] of html.matchAll(/<td[^>]*style="([^"]*)"[^>]*>([^<]*)/g))
      if (words!.trim() !== '') expect(style).toMatch(/font-family:.*font-size:/)
  })

  it('would be found out by the same look', () => {
    const html = drawn('Subject', 'Dear Asha')
    const worse = (from: string | RegExp, to: string) => faultsOf(html.replace(from, to))
    expect(worse('<p style="', '<p style="display:flex;')).toEqual(['display: flex on <p>'])
    expect(worse('<p style="', '<p style="padding:4px;')).toEqual(['padding: 4px on <p>'])
    expect(worse('color:#1f1f1f', 'color:rgb(1,2,3)')).toEqual(['color: rgb(1,2,3) on <body>'])
    expect(worse('max-width:600px', 'max-width:600px;width:100%')).toEqual(['width: 100% on <table>'])
    expect(worse('<p', '<div></div><p')).toEqual(['<div> is not drawn alike'])
    expect(worse('.page{', '.page{display:grid;')).toEqual(['display for dark colours only'])
    expect(worse('width="600"', 'width="720"')).toEqual(['720 pixels wide'])
    expect(worse('role="presentation" ', '')).toHaveLength(1)
  })
})
