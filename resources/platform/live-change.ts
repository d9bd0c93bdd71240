/**
 * What the server sends over the socket: the rows that changed, by the path of their resource, as far as the person reads
 * them (null where they are too many to name), and whether the person has a new notification.
 */
export interface LiveChange {
  rows: Readonly<Record<string, readonly number[] | null>>
  bell: boolean
}
