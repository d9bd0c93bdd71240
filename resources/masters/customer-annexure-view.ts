/** A line of an annexure as it is read and printed; quantities in thousandths, the share in hundredths of a percent. */
export interface AnnexureLineView {
  lineNo: number
  code: string
  name: string
  packSize: string | null
  hsnCode: string
  uom: string
  agreedPrice: number
  annualQty: number
  orderedQty: number
  orderedPct: number
  remarks: string | null
}

/** An annexure with its lines and what was ordered of each. */
export interface AnnexureView<Annexure> {
  annexure: Annexure
  lines: AnnexureLineView[]
}
