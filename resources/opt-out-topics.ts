import { alwaysSent, type Topic } from './platform/message-log.ts'

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

/**
 * The topic by which people opt out of a message; null for sign-in and money, which cannot be opted out of. Whoever
 * wants to hear nothing of shipments is not asked how they went either.
 */
export const optOutTopicOf = (topic: Topic): OptOutTopic | null =>
  alwaysSent.includes(topic)
    ? null
    : topic === 'FEEDBACK'
      ? 'SHIPMENT'
      : (optOutTopics.find(known => known === topic) ?? 'ALL')

/** An address that no longer wants mails about a topic. */
export interface OptOutRequest {
  address: string
  topic: OptOutTopic
}
