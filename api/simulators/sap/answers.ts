import { randomBytes } from 'node:crypto'

/** A message of SAP; `propertyref` names the field that it is about. */
export type SapMessage = { code: string; message: string; propertyref?: string }

/** An answer of the simulated SAP: a status, a JSON body or none, and headers. */
export type SimulatorAnswer = { status: number; body: unknown; headers?: Record<string, string> }

export const emptyAnswer: SimulatorAnswer = { status: 204, body: null }

/** The error envelope of SAP Gateway, with its details as an S/4HANA service writes them. */
export function sapRefusal(status: number, messages: SapMessage[], service = ''): SimulatorAnswer {
  const first = messages[0] ?? { code: 'SY/530', message: 'An exception was raised.' }
  const errordetails = messages.map(({ code, message, propertyref = '' }) => ({
    code,
    message,
    propertyref,
    severity: 'error',
    target: '',
  }))
  const [service_id, version = '1'] = service.split(';v=')
  const innererror = {
    application: {
      component_id: '',
      service_namespace: '/SAP/',
      service_id,
      service_version: version.padStart(4, '0'),
    },
    transactionid: randomBytes(16).toString('hex').toUpperCase(),
    timestamp: '',
    Error_Resolution: { SAP_Transaction: '', SAP_Note: '' },
    errordetails,
  }
  return {
    status,
    body: { error: { code: first.code, message: { lang: 'en', value: first.message }, innererror } },
  }
}

/** The header `sap-message` of an answer that did what was asked, with warnings; none without. */
export function warningHeader([first, ...more]: SapMessage[]): Record<string, string> {
  if (!first) return {}
  const warning = (message: SapMessage) => ({ ...message, target: '', severity: 'warning', transition: false })
  return { 'sap-message': JSON.stringify({ ...warning(first), details: more.map(warning) }) }
}
/** The messages of a refusal. */
export const messagesIn = ({ body }: SimulatorAnswer): SapMessage[] =>
  (body as { error: { innererror: { errordetails: SapMessage[] } } }).error.innererror.errordetails

export const sapNotFound = (what: string) =>
  sapRefusal(404, [{ code: '/IWBEP/CM_MGW_RT/020', message: `Resource not found: ${what}.` }])
