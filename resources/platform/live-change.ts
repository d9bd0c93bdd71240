/** What the server sends over the socket: the orders that changed, and whether the person has a new notification. */
export interface LiveChange {
  orders: number[]
  bell: boolean
}
