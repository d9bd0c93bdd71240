/** The business day on which all journeys take place: a Wednesday in the middle of a month and of the financial year. */
export const today = '2026-11-18'

/** The instant at which the portal of each spec file starts, and the earlier one at which the company was made. */
export const FILE_STARTS = `${today}T05:30:00.000Z`
export const TEMPLATE_STARTS = `${today}T05:00:00.000Z`

let ahead = 0

/** Says at which instant the clock of the portal stands now; it runs on from there. */
export function setPortalClock(instant: string): void {
  ahead = Date.parse(instant) - Date.now()
}

/** By how many milliseconds the portal's clock is ahead of the real one. */
export const portalAhead = () => ahead

/** The instant in the portal, in milliseconds. */
export const now = () => Date.now() + ahead

/** Runs in the browser: lets its clock agree with the portal's. */
export function shiftClock(by: number): void {
  const Real = Date
  const present = () => Real.now() + by
  globalThis.Date = new Proxy(Real, {
    construct: (_, given, made) => Reflect.construct(Real, given.length > 0 ? given : [present()], made),
    apply: () => new Real(present()).toString(),
    get: (_, name) => (name === 'now' ? present : Reflect.get(Real, name)),
  })
}
