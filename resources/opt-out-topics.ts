/** The topics people can opt out of. */
export const optOutTopics = ['ALL', 'SHIPMENT', 'MARKETING', 'ORDER'] as const
export type OptOutTopic = (typeof optOutTopics)[number]

/** What ends with each topic, as it follows «no more e-mails about». */
export const optOutWords: Record<OptOutTopic, string> = {
  ALL: 'anything but passwords, codes and payments',
  SHIPMENT: 'shipments',
  MARKETING: 'offers and news',
  ORDER: 'orders',
}

/** An address that no longer wants mails about a topic. */
export interface OptOutRequest {
  address: string
  topic: OptOutTopic
}

/** What the link of a mail would end, and whether it has ended already. */
export interface OptOutLink extends OptOutRequest {
  isOut: boolean
}
