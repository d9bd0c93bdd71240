export type SapMessage = { code: string; message: string }

/** An answer of the simulated SAP: a status, a JSON body or none, and headers. */
export type SimulatorAnswer = { status: number; body: unknown; headers?: Record<string, string> }

export const dataAnswer = (d: unknown, status = 200): SimulatorAnswer => ({ status, body: { d } })

export const emptyAnswer: SimulatorAnswer = { status: 204, body: null }

/** The error envelope of SAP Gateway, with its details as an S/4HANA service writes them. */
export function sapRefusal(status: number, messages: SapMessage[]): SimulatorAnswer {
  const first = messages[0] ?? { code: 'SY/530', message: 'An exception was raised.' }
  const errordetails = messages.map(({ code, message }) => ({
    code,
    message,
    propertyref: '',
    severity: 'error',
    target: '',
  }))
  return {
    status,
    body: {
      error: { code: first.code, message: { lang: 'en', value: first.message }, innererror: { errordetails } },
    },
  }
}

export const sapNotFound = (what: string) =>
  sapRefusal(404, [{ code: '/IWBEP/CM_MGW_RT/020', message: `Resource not found: ${what}.` }])

/** The document numbers that a filter names: `SalesOrder eq '1' or SalesOrder eq '2'`; null for any other filter. */
export function numbersIn(key: string, filter: string): string[] | null {
  const each = new RegExp(`^${key} eq '(\\d{1,10})'$`)
  const parts = filter.split(' or ').map(part => each.exec(part.trim())?.[1])
  return parts.every(part => part !== undefined) ? (parts as string[]) : null
}
