/** What SAP remarks on something that it did. */
export interface SapWarning {
  /** Such as `V1/555`. */
  code: string
  message: string
  /** `warning` or `info`, also `error` of something that it did in part; a success is none. */
  severity: string
  /** The field that it is about, as SAP writes it; null where it says none. */
  target: string | null
}
