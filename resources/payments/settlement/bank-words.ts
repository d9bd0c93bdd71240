/** Whether the bank has what a gateway paid to it. */
export const bankStates = ['WAITING', 'RECEIVED', 'LATE', 'MISSING', 'NONE'] as const
export type BankState = (typeof bankStates)[number]

/** Whether the bank has what a gateway paid to it, in words. */
export const bankStateWords: Readonly<Record<BankState, string>> = {
  WAITING: 'Not seen yet',
  RECEIVED: 'Received',
  LATE: 'Received late',
  MISSING: 'Missing',
  NONE: 'Nothing to receive',
}

/** Whether SAP has the commission and its GST of a transfer. */
export const feePostings = ['NOT_DUE', 'QUEUED', 'POSTED', 'STUCK'] as const

/**
 * The forms of the reference of a transfer anywhere in a narration: RTGS, of late NEFT too; NEFT of 16 letters and digits;
 * a transfer by CMS; IMPS.
 */
const UTR_FORMS = [
  /(?<![A-Z0-9])[A-Z]{4}[RN][A-Z0-9]\d{16}(?![A-Z0-9])/,
  /(?<![A-Z0-9])(?=[A-Z0-9]*\d[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{16}(?![A-Z0-9])/,
  /(?<![A-Z0-9])CMS\d{10}(?!\d)/,
  /(?<!\d)\d{12}(?!\d)/,
]

/** What in a narration or a reference of a bank can be the UTR of a transfer, the likeliest first. */
export function utrsIn(...texts: readonly (string | null)[]): string[] {
  const words = texts.flatMap(text => text?.toUpperCase() ?? [])
  const found = UTR_FORMS.flatMap(form =>
    words.flatMap(text => [...text.matchAll(new RegExp(form, 'g'))].map(([utr]) => utr)),
  )
  return [...new Set(found)]
}

/** What banks write of the gateways that pay us. */
const GATEWAY_NAMES = /PAYU|CC ?AVENUE|INFIBEAM|AVENUES|BILLDESK|INDIAIDEAS|RAZORPAY/i

/** Whether a narration names a gateway. */
export const namesGateway = (narration: string): boolean => GATEWAY_NAMES.test(narration)
