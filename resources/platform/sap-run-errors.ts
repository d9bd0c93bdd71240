/** A row of SAP that a reading could not take over. */
export interface SapRunError {
  id: number
  rowNo: number
  /** Its number or code in SAP. */
  sapKey: string | null
  column: string | null
  code: string
  message: string
}

/** The first of the rows that a reading could not take over, and how many there are. */
export interface SapRunErrors {
  total: number
  data: SapRunError[]
}
