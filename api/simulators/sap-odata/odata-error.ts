/** A request that SAP Gateway refuses, with its status and message code. */
export class ODataError extends Error {
  override readonly name = 'ODataError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const badRequest = (message: string) => new ODataError(400, '/IWBEP/CM_MGW_RT/021', message)
export const notFound = (what: string) => new ODataError(404, '/IWBEP/CM_MGW_RT/020', `Resource not found: ${what}.`)
