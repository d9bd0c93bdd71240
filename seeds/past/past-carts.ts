import type { PastCart } from './past-cart.ts'
import { regularOrders } from './regular-orders.ts'

const cut = (lineNo: number, qty: number) => ({ cancels: [{ lineNo, cancelQty: qty * 1000 }] })

/** Orders with a story of their own: by several people, for every SBU and channel, in every state that an order can have. */
// biome-ignore format: a table, one row a line
const told: readonly PastCart[] = [
  { ago: 98, by: 'asha', customer: '100101', shipTo: '200101', po: 'SB/26/0614', lines: [['LS-1001', 30, 0], ['LS-1005', 24, 0]], late: 0 },
  { ago: 95, by: 'sales_rep', customer: '100110', shipTo: '200119', po: 'YR/26/0417', lines: [['PH-3103', 400, 0], ['PH-3105', 500, 0]], paper: true, late: 0, transporter: 'PUNJABG', yes: 'csc_agent sales_rep' },
  { ago: 91, by: 'customer', customer: '100101', shipTo: '200101', po: 'SB/26/0633', lines: [['LS-1004', 12, 0]], late: 0, proof: 'short' },
  { ago: 88, by: 'sales_rep', customer: '100106', shipTo: '200111', po: 'NFL/SEZ/902', lines: [['PH-3001', 500, 0]], paper: true, late: 0, yes: 'sales_rep' },
  { ago: 86, by: 'asha', customer: '100102', shipTo: '200103', po: 'KDR-4302', lines: [['LS-1007', 40, 0]], draft: true },
  { ago: 84, by: 'distributor', customer: '100201', shipTo: '200121', po: 'VST/2204', lines: [['LS-1002', 48, 0], ['LS-1101', 12, 0]], paper: true, late: -1, proof: 'sent again' },
  { ago: 79, by: 'asha', customer: '100103', shipTo: '200105', po: '4500018401', lines: [['PS-2003', 700, 0]], late: 2, rating: [2, 1, 'Two days late, and no call'], yes: 'asha' },
  { ago: 77, by: 'csc_agent', customer: '100109', shipTo: '200117', po: 'HCR-0881', lines: [['PS-2012', 50, 0]], yes: 'cc2 csc_agent' },
  { ago: 75, by: 'asha', customer: '100103', shipTo: '200105', po: '4500018433', lines: [['PS-2006', 200, 0]], late: 0, yes: 'eud_approver asha' },
  { ago: 73, by: 'sales_rep', customer: '100202', shipTo: '200123', po: 'CLS/26/118', lines: [['LS-1102', 24, 0], ['LS-1008', 2, 0]], late: 0, proof: 'damaged', rating: [2, 4, 'One carton was dented'] },
  { ago: 70, by: 'asha', customer: '100102', shipTo: '200103', po: 'KDR-4319', lines: [['LS-1001', 20, 4_00]], yes: 'meena', late: 0 },
  { ago: 66, by: 'sales_rep', customer: '100104', shipTo: '200107', po: 'DIMS/PO/1102', lines: [['LS-1006', 2, 0]], late: 0, yes: 'cc1 sales_rep' },
  { ago: 63, by: 'asha', customer: '100101', shipTo: '200102', po: 'SB/26/0701', lines: [['LS-1102', 20, 0]], left: ['IN_TRANSIT', 'LOST'], late: 0, yes: 'csc_agent' },
  { ago: 60, by: 'asha', customer: '100201', shipTo: '200122', po: 'VST/2231', lines: [['LS-1003', 15, 6_00]] },
  { ago: 57, by: 'customer', customer: '100101', shipTo: '200101', po: 'SB/26/0722', lines: [['LS-1006', 3, 0]], late: 0 },
  { ago: 52, by: 'sales_rep', customer: '100110', shipTo: '200120', po: 'YR/26/0466', lines: [['PH-3101', 200, 0]], left: ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'UNDELIVERED', 'RETURNED'], yes: 'csc_agent sales_rep' },
  { ago: 48, by: 'asha', customer: '100107', shipTo: '200113', po: 'SVC/LAB/26-09', lines: [['LS-1005', 6, 0]], late: 0, proof: 'sent again', yes: 'cc1 asha' },
  { ago: 45, by: 'sales_rep', customer: '100106', shipTo: '200112', po: 'NFL/SEZ/931', lines: [['PH-3003', 250, 0], ['PH-3106', 215, 0]], paper: true, late: 0, yes: 'sales_rep' },
  { ago: 41, by: 'asha', customer: '100103', shipTo: '200106', po: '4500018502', lines: [['PS-2004', 1_000, 0]], sap: 'refuses', yes: 'asha' },
  { ago: 38, by: 'distributor', customer: '100201', shipTo: '200122', po: 'VST/2246', lines: [['LS-1104', 36, 0]], late: 0, yes: 'cc1' },
  { ago: 34, by: 'csc_agent', customer: '100101', shipTo: '200101', po: 'SB/26/0766', lines: [['LS-1301', 20, 0]], later: [[0, 'csc_agent', 'cancelOpen', { ...cut(10, 5), reason: 'NOSTOCK' }]], late: 0 },
  { ago: 31, by: 'sales_rep', customer: '100202', shipTo: '200124', po: 'CLS/26/131', lines: [['LS-1101', 10, 0]], later: [[0, 'csc_agent', 'cancelOpen', { reason: 'BUDGET' }]] },
  { ago: 27, by: 'asha', customer: '100101', shipTo: '200101', po: 'SB/26/0789', lines: [['LS-1002', 24, 0], ['LS-1303', 2, 0]], paper: true, late: 0 },
  { ago: 24, by: 'asha', customer: '100102', shipTo: '200104', po: 'KDR-4371', lines: [['LS-1005', 60, 0]], draft: true, later: [[0, 'asha', 'delete', { remark: 'Replaced by KDR-4374' }]] },
  { ago: 22, by: 'sales_rep', customer: '100110', shipTo: '200119', po: 'YR/26/0502', lines: [['PH-3002', 100, 0]], paper: true, transporter: 'PUNJABG', left: ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'UNDELIVERED', 'RETURNED'], yes: 'csc_agent sales_rep' },
  { ago: 20, by: 'customer', customer: '100101', shipTo: '200101', po: 'SB/26/0811', lines: [['LS-1001', 24, 0]], late: 0, proof: 'rejected' },
  { ago: 18, by: 'sales_rep', customer: '100106', shipTo: '200111', po: 'NFL/SEZ/948', lines: [['PH-3104', 100, 0]], paper: true, late: 0, transporter: 'VAYUAIR', yes: 'sales_rep' },
  { ago: 16, by: 'sales_rep', customer: '100109', shipTo: '200118', po: 'HCR-0919', lines: [['PS-2004', 100, 0]], later: [[1, 'sales_rep', 'cancel', { remark: 'Customer has found the goods in its own store' }]] },
  { ago: 15, by: 'asha', customer: '100201', shipTo: '200121', po: 'VST/2270', lines: [['LS-1007', 30, 0]], left: ['IN_TRANSIT', 'AT_HUB', 'OUT_FOR_DELIVERY', 'PARTIAL_DELIVERED'], yes: 'cc1' },
  { ago: 13, by: 'sales_rep', customer: '100104', shipTo: '200107', po: 'DIMS/PO/1163', lines: [['LS-1301', 30, 0]] },
  { ago: 12, by: 'asha', customer: '100103', shipTo: '200105', po: '4500018733', lines: [['PS-2011', 300, 0]], left: ['IN_TRANSIT', 'LOST'], yes: 'asha' },
  { ago: 6, by: 'csc_agent', customer: '100110', shipTo: '200119', po: 'YR/26/0518', lines: [['PH-3103', 100, 0]], left: ['IN_TRANSIT', 'AT_HUB'], yes: 'nandini csc_agent' },
  { ago: 5, by: 'asha', customer: '100101', shipTo: '200102', po: 'SB/26/0838', lines: [['LS-1007', 12, 0]], left: ['IN_TRANSIT'] },
  { ago: 9, by: 'asha', customer: '100101', shipTo: '200101', po: 'SB/26/0842', lines: [['LS-1104', 24, 0], ['LS-1005', 12, 0]], left: ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'UNDELIVERED'] },
  { ago: 6, by: 'distributor', customer: '100201', shipTo: '200121', po: 'VST/2283', lines: [['LS-1001', 60, 0]], left: ['IN_TRANSIT', 'OUT_FOR_DELIVERY'], yes: 'cc1' },
  { ago: 7, by: 'sales_rep', customer: '100202', shipTo: '200123', po: 'CLS/26/144', lines: [['LS-1103', 6, 0]], left: [] },
  { ago: 6, by: 'sales_rep', customer: '100106', shipTo: '200111', po: 'NFL/SEZ/957', lines: [['PH-3106', 430, 0]] },
  { ago: 5, by: 'customer', customer: '100101', shipTo: '200101', po: 'SB/26/0858', lines: [['LS-1007', 10, 0]], left: ['CANCELLED'] },
  { ago: 5, by: 'asha', customer: '100101', shipTo: '200101', po: 'SB/26/0866', lines: [['LS-1004', 20, 8_00]] },
  { ago: 4, by: 'asha', customer: '100107', shipTo: '200114', po: 'SVC/LAB/26-13', lines: [['LS-1005', 15, 0]], sap: 'is silent', yes: 'cc1 asha' },
  { ago: 4, by: 'sales_rep', customer: '100110', shipTo: '200119', po: 'YR/26/0527', lines: [['PH-3105', 250, 0]], sap: 'refuses', yes: 'csc_agent sales_rep' },
  { ago: 3, by: 'asha', customer: '100201', shipTo: '200121', po: 'VST/2288', lines: [['LS-1004', 40, 7_00]], yes: 'meena' },
  { ago: 2, by: 'sales_rep', customer: '100106', shipTo: '200111', po: 'NFL/SEZ/963', lines: [['PH-3001', 250, 0]], sap: 'is silent', yes: 'sales_rep' },
  { ago: 2, by: 'sales_rep', customer: '100104', shipTo: '200108', po: 'DIMS/PO/1181', lines: [['LS-1302', 4, 3_00]] },
]

/** The orders of the last hundred days, the oldest first. */
export const pastCarts = [...told, ...regularOrders].sort((one, other) => other.ago - one.ago)
