/** What is said of goods that no transporter has. */
export const stageLabels = {
  WAITING: 'Not yet dispatched',
  READY: 'Ready for you to collect',
  COLLECTED: 'Collected',
  SHIPPED_BY_OUR_SUPPLIER: 'Shipped by our supplier',
  NOTHING_TO_SEND: 'Nothing to send',
  CANCELLED: 'Cancelled',
} as const

export type StageOfGoods = keyof typeof stageLabels
