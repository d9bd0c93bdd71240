/** A technical failure of a message, as its attempts tell it. */
interface Failure {
  errorClass: string | null
  httpStatus?: number | null
  errorText?: string | null
}

const ofClass: Readonly<Record<string, string>> = {
  TECH: 'SAP did not answer, or was busy.',
  AUTH: 'SAP does not accept the sign-in of the portal: the IT administrator must fix it.',
  BUSINESS: 'SAP refused it: its own words say why.',
  DUPLICATE: 'SAP had it already from an earlier attempt.',
  UNKNOWN: 'SAP’s answer was lost: SAP may have it already.',
}

/** What the text of a failure tells beyond its class; the first that fits counts. */
const byText: readonly [RegExp, string][] = [
  [/certificate|CERT_|SELF_SIGNED/i, 'SAP’s certificate is not accepted: the IT administrator must renew or trust it.'],
  [/ENOTFOUND|EAI_AGAIN/, 'SAP’s address is not known in the network: the IT administrator checks SAP_URL.'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'SAP is switched off, or not reachable from here.'],
  [/document in use|currently being processed|locked/i, 'The document is open in SAP; it is sent again automatically.'],
  [/changed in SAP meanwhile/i, 'The sales order was changed in SAP meanwhile; it is read and sent again.'],
  [/did not answer within/i, 'SAP took too long to answer; it may have taken it all the same.'],
  [
    /sign-in page/i,
    'SAP answered with a sign-in page: the IT administrator checks SAP_URL and the portal’s user in SAP.',
  ],
  [
    /could not be read|broke off\.|answered nothing|ignores JSON/i,
    'SAP’s answer could not be read: SAP may have it already.',
  ],
  [/refused its own token|CSRF/i, 'SAP did not take the portal’s security token, nor a fresh one; it is tried again.'],
  [/sends on to/i, 'SAP answers from another address: the IT administrator checks SAP_URL.'],
  [/web page/i, 'A web page answers in place of SAP: the IT administrator checks SAP_URL.'],
  [/no service \S+ active|is not active at/i, 'A service is not active in SAP: the IT administrator has it activated.'],
  [/in maintenance/i, 'SAP is down for a while.'],
  [/did not reach SAP in time/i, 'SAP took too long to answer; it may have taken it all the same.'],
]

const byStatus: Readonly<Record<number, string>> = {
  401: 'SAP does not accept the portal’s user or password: the IT administrator must fix it.',
  403: 'SAP does not allow the portal’s user to do this: the IT administrator asks for the authorisation.',
  429: 'SAP has had too many requests, and asks us to wait.',
  503: 'SAP is down for a while.',
}

/** A technical failure in plain words, by its class, the status of the answer, and its text. */
export function failureWords({ errorClass, httpStatus, errorText }: Failure): string {
  if (errorClass === null) return 'SAP has not been asked yet.'
  const telling = errorClass === 'TECH' || errorClass === 'AUTH' || errorClass === 'UNKNOWN'
  const wordsOfText = telling && errorText ? byText.find(([pattern]) => pattern.test(errorText))?.[1] : undefined
  return wordsOfText ?? (telling ? byStatus[httpStatus ?? 0] : undefined) ?? ofClass[errorClass] ?? ofClass.UNKNOWN!
}

/** What became of one attempt; `ended` for the one after which nothing more was sent. */
export function attemptWords(attempt: Failure & { asked: string | null }, ended: boolean): string {
  if (attempt.errorClass !== null) return failureWords(attempt)
  if (/\b(POST|PATCH)\b/.test(attempt.asked ?? '')) return 'SAP took it.'
  return ended ? ofClass.DUPLICATE! : 'SAP was asked for it, and does not show it yet.'
}

const classNames: Readonly<Record<string, string>> = {
  TECH: 'no answer',
  AUTH: 'sign-in refused',
  UNKNOWN: 'answer lost',
  BUSINESS: 'refused',
  DUPLICATE: 'was there already',
}

/** The class of a failure in two words, for a button. */
export const className = (errorClass: string | null) => classNames[errorClass ?? ''] ?? 'not asked yet'
