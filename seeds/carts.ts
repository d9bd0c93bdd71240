import type { StepInput } from '../api/orders/step-fields.ts'
import type { UserStep } from '../resources/orders/user-steps.ts'

/** A step that somebody takes after the order is submitted; lines by their number. */
export type CartStep = readonly [
  by: string,
  step: UserStep,
  said?: Partial<Pick<StepInput, 'remark' | 'changes' | 'leadsTo' | 'cancels' | 'lineNos'>> & { reason?: string },
]

export interface Cart {
  by: string
  customer: string
  shipTo: string
  po: string
  /** Product, quantity in whole units, manual discount in hundredths of a percent. */
  lines: readonly (readonly [product: string, qty: number, pct: number])[]
  /** The registration that comes with its controlled product, and the quantity it permits in whole units. */
  registration?: readonly [product: string, ref: string, permitted: number]
  /** The customer’s order comes as a file, as it must from ₹ 1,00,000. */
  paper?: true
  /** Stays a draft. */
  draft?: true
  decided?: readonly CartStep[]
}

/** Fewer units of a line. */
const only = (lineNo: number, qty: number) => ({
  lineNo,
  qty: qty * 1000,
  netPrice: null,
  keepPrice: false,
  plantId: null,
  requestedDate: null,
  isRejected: false,
  rejectReasonId: null,
})

// biome-ignore format: a table, one row a line
export const carts: readonly Cart[] = [
  { by: 'asha', customer: '100101', shipTo: '200101', po: 'SB/26/0871', lines: [['LS-1001', 40, 4_00]] },
  { by: 'asha', customer: '100101', shipTo: '200102', po: 'SB/26/0879', lines: [['LS-1102', 12, 0], ['LS-1101', 6, 2_00]], draft: true },
  { by: 'asha', customer: '100102', shipTo: '200103', po: 'KDR-4410', lines: [['LS-1004', 20, 9_00], ['LS-1003', 5, 3_00]] },
  { by: 'asha', customer: '100103', shipTo: '200105', po: '4500018822', lines: [['PS-2003', 350, 0], ['PS-2004', 500, 0]] },
  { by: 'asha', customer: '100201', shipTo: '200121', po: 'VST/2291', lines: [['LS-1002', 24, 12_00]] },
  { by: 'asha', customer: '100107', shipTo: '200113', po: 'SVC/LAB/26-14', lines: [['LS-1005', 10, 0], ['LS-1007', 4, 0]], draft: true },
  { by: 'asha', customer: '100101', shipTo: '200101', po: 'SB/26/0893', lines: [['LS-1006', 2, 0]] },
  { by: 'sales_rep', customer: '100104', shipTo: '200107', po: 'DIMS/PO/1187', lines: [['LS-1302', 6, 0], ['LS-1006', 3, 0]] },
  { by: 'sales_rep', customer: '100109', shipTo: '200117', po: 'HCR-0934', lines: [['PS-2012', 100, 7_00]] },
  { by: 'customer', customer: '100101', shipTo: '200101', po: 'SB/26/0884', lines: [['LS-1102', 50, 0]] },
  { by: 'customer', customer: '100101', shipTo: '200101', po: 'SB/26/0890', lines: [['LS-1003', 2, 0]], draft: true },
  { by: 'distributor', customer: '100201', shipTo: '200122', po: 'VST/2295', lines: [['LS-1101', 8, 0], ['LS-1104', 4, 0]] },
  { by: 'asha', customer: '100102', shipTo: '200103', po: 'KDR-4413', lines: [['LS-1002', 160, 0]], paper: true },
  { by: 'asha', customer: '100101', shipTo: '200101', po: 'SB/26/0895', lines: [['LS-1401', 24, 0]], registration: ['LS-1401', 'NCB/2026/4471', 600] },
  { by: 'asha', customer: '100101', shipTo: '200101', po: 'SB/26/0896', lines: [['LS-1001', 12, 4_00]],
    decided: [['meena', 'reject', { remark: 'The tender price of October still holds: order under it' }]] },
  { by: 'asha', customer: '100102', shipTo: '200103', po: 'KDR-4415', lines: [['LS-1004', 30, 11_00]],
    decided: [['meena', 'sendBack', { remark: 'Ask for the competitor’s offer in writing' }]] },
  { by: 'asha', customer: '100101', shipTo: '200102', po: 'SB/26/0897', lines: [['LS-1003', 4, 0]],
    decided: [['asha', 'cancel', { remark: 'Ordered twice' }]] },
  { by: 'asha', customer: '100102', shipTo: '200103', po: 'KDR-4416', lines: [['LS-1004', 6, 9_00]],
    decided: [['asha', 'delete', { remark: 'The laboratory has taken it back' }]] },
  { by: 'asha', customer: '100101', shipTo: '200101', po: 'SB/26/0899', lines: [['LS-1001', 60, 4_00]],
    decided: [['meena', 'changeLine', { changes: [only(10, 36)] }], ['meena', 'approve', { remark: 'For 36 of them' }]] },
]
