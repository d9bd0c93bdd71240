/** What is said of goods that no transporter has. */
export const stageLabels = {
  WAITING: 'Not yet dispatched',
  READY: 'Ready for you to collect',
  COLLECTED: 'Collected',
  CANCELLED: 'Cancelled',
} as const

export type StageOfGoods = keyof typeof stageLabels
