import { saidBySap } from './said-by-sap.ts'

/** What is done about a call that failed: see SapError. */
export type SapErrorClass = 'TECH' | 'AUTH' | 'BUSINESS' | 'UNKNOWN'

/** What was asked of SAP, as far as it says what an answer means. */
export interface Asked {
  /** The address, which holds no secret: host, and path without its query. */
  host: string
  path: string
  isChange: boolean
  /** What the answer must be; `any` where only its headers count. */
  wants: 'json' | 'batch' | 'xml' | 'any'
}

/** An answer that came, from SAP or from something between us and it. */
export interface Came {
  status: number
  text: string
  contentType: string
  /** Where a redirect leads to. */
  location: string | null
  /** SAP asks for a security token although it was given one. */
  isTokenRefused: boolean
}

/** What came in place of an answer: a sentence for whoever can put it right. */
export interface NoAnswer {
  sentence: string
  errorClass: SapErrorClass
  /** Whether SAP may have made the change that was asked of it. */
  mayBeDone: boolean
}

interface Rule {
  when(came: Came, asked: Asked): boolean
  says(came: Came, asked: Asked): string
  errorClass: SapErrorClass
  /** After a change it must be searched for: it came after SAP had the request. */
  searchAfterChange?: true
}

/** The number of Gateway's message that a service is not registered. */
export const NO_SERVICE = '/IWFND/MED/170'

/** What can come in place of an answer; the first that fits counts. */
const rules: readonly Rule[] = [
  {
    when: came => isDone(came) && isPage(came) && asksSignIn(came.text),
    says: (_, { host, path }) => `A sign-in page came from ${host}${path} in place of data.`,
    errorClass: 'AUTH',
    searchAfterChange: true,
  },
  {
    when: ({ status }) => status >= 300 && status < 400,
    says: ({ location }, { host, path }) =>
      `${host} sends on to ${targetOf(location, host, path)}: sign-in or wrong address.`,
    errorClass: 'TECH',
  },
  {
    when: came => isDone(came) && isPage(came),
    says: ({ text }, { host, path }) => `${host}${path} answers with a web page${quotedTitle(text)}.`,
    errorClass: 'UNKNOWN',
    searchAfterChange: true,
  },
  {
    when: (came, { wants }) => isDone(came) && wants === 'json' && /^\s*</.test(came.text),
    says: () => 'The service ignores JSON.',
    errorClass: 'UNKNOWN',
    searchAfterChange: true,
  },
  {
    when: (came, { wants, isChange }) => isDone(came) && wants === 'json' && !isChange && came.text.trim() === '',
    says: () => 'SAP answered nothing.',
    errorClass: 'UNKNOWN',
  },
  {
    when: ({ status }) => status === 401,
    says: () => 'SAP refuses the user or password.',
    errorClass: 'AUTH',
  },
  {
    when: ({ status, text }) => (status === 403 || status === 404) && saidBySap(text)?.code === NO_SERVICE,
    says: (_, asked) => `SAP has no service ${serviceOf(asked)} active under this path.`,
    errorClass: 'AUTH',
  },
  {
    when: ({ status, isTokenRefused }) => status === 403 && isTokenRefused,
    says: () => 'SAP refused its own token.',
    errorClass: 'AUTH',
  },
  {
    when: ({ status }) => status === 403,
    says: ({ text }, asked) => `Our user may not use ${serviceOf(asked)}${inItsWords(text)}`,
    errorClass: 'AUTH',
  },
  {
    when: came => came.status === 404 && isPage(came),
    says: (_, { host, path }) => `${path} is not active at ${host}.`,
    errorClass: 'TECH',
  },
  {
    when: came => came.status === 500 && isPage(came),
    says: () => 'SAP broke off with an error of its own.',
    errorClass: 'TECH',
  },
  {
    when: came => came.status === 503 && isPage(came),
    says: () => 'SAP is down or in maintenance.',
    errorClass: 'TECH',
  },
  {
    when: ({ status }) => status === 502 || status === 504,
    says: (_, { host }) => `${host} did not reach SAP in time.`,
    errorClass: 'TECH',
    searchAfterChange: true,
  },
]

/** What came in place of an answer of SAP; null where it is one, which may still be a refusal in SAP's own words. */
export function noAnswer(came: Came, asked: Asked): NoAnswer | null {
  const rule = rules.find(({ when }) => when(came, asked))
  if (!rule) return null
  const mayBeDone = asked.isChange && rule.searchAfterChange === true
  return { sentence: rule.says(came, asked), errorClass: rule.errorClass, mayBeDone }
}

const isDone = ({ status }: Came) => status >= 200 && status < 300

/** Begins like HTML, after an XML declaration or comments, or says that it is. */
const isPage = ({ text, contentType }: Came) =>
  /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html)\b/i.test(text.slice(0, 20_000)) ||
  (/\bhtml\b/i.test(contentType) && /^\s*</.test(text))

/** A field for a password, or the form with which an identity provider is asked. */
const asksSignIn = (text: string) => /type\s*=\s*["']?password|name\s*=\s*["']?SAML(Request|Response)/i.test(text)

function quotedTitle(text: string): string {
  const title = /<title[^>]*>([^<]{1,200})/i.exec(text)?.[1]?.replace(/\s+/g, ' ').trim()
  return title ? ` “${title.slice(0, 80)}”` : ''
}

/** The other host, or on the same one the other path. */
function targetOf(location: string | null, host: string, path: string): string {
  const target = URL.parse(location ?? '', `https://${host}${path}`)
  if (!location || !target) return 'another address'
  return target.host === host ? `${host}${target.pathname}` : target.host
}

/** The service of an OData path, such as `API_SALES_ORDER_SRV`; of any other path its last part. */
function serviceOf({ path }: Asked): string {
  const parts = path.split('/').filter(Boolean)
  const name = parts[parts.indexOf('odata') + 2]
  return (parts.includes('odata') && name ? name : (parts.at(-1) ?? 'SAP')).split(';')[0]!
}

function inItsWords(text: string): string {
  const message = saidBySap(text)?.message
  return message ? `: ${message}` : '.'
}

/**
 * The sentence of a 2xx answer that cannot be read: it broke off, is empty, or lacks something (`why`). After a change
 * SAP may have made it all the same.
 */
export const unreadable = (text: string, of: 'question' | 'change', why?: string): string =>
  `${whyUnreadable(text, why)}${of === 'change' ? ' SAP may have done it.' : ''}`

function whyUnreadable(text: string, why: string | undefined): string {
  if (text.trim() === '') return 'SAP answered nothing.'
  if (/^\s*[[{]/.test(text) ? !isJson(text) : /^\s*</.test(text) && !/>\s*$/.test(text))
    return 'SAP’s answer broke off.'
  if (why) return `SAP’s answer could not be read: ${why}.`
  if (/^\s*[[{<]/.test(text)) return 'SAP’s answer could not be read: a part that was expected is missing.'
  return `SAP’s answer could not be read: it begins with “${text.trim().slice(0, 40)}”.`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
