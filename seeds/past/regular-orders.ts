/** What the regular customers order again and again: who enters it, where it goes, and who agrees. */
import type { PastCart } from './past-cart.ts'

const routes = {
  pune: { by: 'asha', customer: '100101', shipTo: '200101', series: 'SB/R' },
  verna: { by: 'asha', customer: '100101', shipTo: '200102', series: 'SB/V' },
  indore: { by: 'distributor', customer: '100201', shipTo: '200121', series: 'VST/R', yes: 'cc1' },
  bhopal: { by: 'distributor', customer: '100201', shipTo: '200122', series: 'VST/B', yes: 'cc1' },
  chennai: { by: 'sales_rep', customer: '100202', shipTo: '200123', series: 'CLS/R' },
  coimbatore: { by: 'sales_rep', customer: '100202', shipTo: '200124', series: 'CLS/C' },
  baddi: {
    by: 'sales_rep',
    customer: '100110',
    shipTo: '200119',
    series: 'YR/R',
    yes: 'csc_agent sales_rep',
    transporter: 'PUNJABG',
  },
  vizag: {
    by: 'sales_rep',
    customer: '100106',
    shipTo: '200111',
    series: 'NFL/R',
    yes: 'sales_rep',
    transporter: 'SWIFTDK',
  },
} as const

type Ending = Pick<PastCart, 'late' | 'proof' | 'rating' | 'transporter' | 'collected'>

/** Days before today, where to, product, quantity, and what is out of the ordinary. */
// biome-ignore format: a table, one row a line
const orders: readonly (readonly [ago: number, route: keyof typeof routes, product: string, qty: number, ending?: Ending])[] = [
  [99, 'pune', 'LS-1003', 12], [96, 'indore', 'LS-1002', 12], [93, 'baddi', 'PH-3101', 100],
  [90, 'vizag', 'PH-3104', 50], [85, 'coimbatore', 'LS-1004', 10, { late: 1 }],
  [81, 'bhopal', 'LS-1004', 10], [78, 'chennai', 'LS-1102', 6],
  [74, 'baddi', 'PH-3101', 120], [71, 'pune', 'LS-1001', 8, { collected: 'handed over' }],
  [68, 'pune', 'LS-1004', 9, { late: 1 }], [61, 'indore', 'LS-1002', 20],
  [58, 'baddi', 'PH-3101', 100, { late: 1 }],
  [51, 'bhopal', 'LS-1002', 14, { late: 1 }], [50, 'vizag', 'PH-3104', 75], [46, 'coimbatore', 'LS-1102', 5],
  [44, 'indore', 'LS-1004', 8, { collected: 'handed over' }], [42, 'baddi', 'PH-3101', 160],
  [37, 'chennai', 'LS-1102', 6, { late: 1, rating: [3, 2] }], [35, 'vizag', 'PH-3104', 50],
  [33, 'pune', 'LS-1003', 4, { collected: 'ready' }], [32, 'indore', 'LS-1002', 18], [30, 'pune', 'LS-1007', 12], [29, 'baddi', 'PH-3101', 100],
  [26, 'pune', 'LS-1001', 10], [25, 'verna', 'LS-1003', 6],
  [24, 'bhopal', 'LS-1002', 12], [23, 'chennai', 'LS-1104', 6], [22, 'pune', 'LS-1005', 14], [21, 'baddi', 'PH-3101', 120],
  [20, 'indore', 'LS-1004', 9], [19, 'pune', 'LS-1004', 6], [18, 'coimbatore', 'LS-1002', 10, { proof: 'waits' }],
  [17, 'vizag', 'PH-3104', 75], [16, 'pune', 'LS-1001', 8, { collected: 'handed over' }], [15, 'verna', 'LS-1005', 12, { late: 1, rating: [2, 1, 'A day late, our stores had to wait'] }], [14, 'chennai', 'LS-1102', 5],
  [14, 'pune', 'LS-1001', 9, { proof: 'waits' }], [13, 'baddi', 'PH-3101', 100, { proof: 'waits' }], [12, 'pune', 'LS-1007', 10], [12, 'indore', 'LS-1002', 15, { proof: 'damaged' }],
  [11, 'coimbatore', 'LS-1004', 7], [10, 'verna', 'LS-1004', 6, { proof: 'none' }], [9, 'pune', 'LS-1005', 16, { rating: [1, 2, 'Two bottles were broken'] }],
  [10, 'vizag', 'PH-3104', 50], [9, 'pune', 'LS-1003', 5, { collected: 'ready' }], [9, 'chennai', 'LS-1104', 6], [8, 'pune', 'LS-1001', 8, { proof: 'none' }],
  [7, 'pune', 'LS-1004', 6], [6, 'pune', 'LS-1005', 12, { proof: 'none' }], [5, 'indore', 'LS-1002', 10], [4, 'pune', 'LS-1003', 3, { collected: 'authorised' }],
]

/** The orders that keep a company busy between those with a story: small, repeated, nearly all on their day. */
export const regularOrders: readonly PastCart[] = orders.map(([ago, route, product, qty, ending = {}], place) => {
  const { series, ...way } = routes[route]
  const po = `${series}/${String(place + 1).padStart(3, '0')}`
  return { ...way, ago, po, lines: [[product, qty, 0]], ...(ending.collected ? {} : { late: 0 }), ...ending }
})
