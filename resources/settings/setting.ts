/** How a setting is written: `times` is a cron pattern in India's time, or `never`. */
export type Kind = 'count' | 'flag' | 'text' | 'times' | 'rupees' | 'percent' | 'origin' | 'path' | 'employee'

export interface Setting<Value> {
  kind: Kind
  /** As `app_setting` writes it. */
  standard: string
  /** Never set; it only carries the type of the value. */
  value?: Value
}

export const count = (standard: number): Setting<number> => ({ kind: 'count', standard: String(standard) })
export const flag = (standard: boolean): Setting<boolean> => ({ kind: 'flag', standard: String(standard) })
export const text = (standard: string): Setting<string> => ({ kind: 'text', standard })
/** Written in rupees, read in paise. */
export const rupees = (standard: number): Setting<number> => ({ kind: 'rupees', standard: String(standard) })
/** Written in percent, read in hundredths of a percent. */
export const percent = (standard: number): Setting<number> => ({ kind: 'percent', standard: String(standard) })
/** A web address without a path, or `-` for none. */
export const origin = (standard: string): Setting<string> => ({ kind: 'origin', standard })
/** A path below the address of SAP. */
export const path = (standard: string): Setting<string> => ({ kind: 'path', standard })
/** The code of an employee, or `-` for none. */
export const employee = (standard: string): Setting<string> => ({ kind: 'employee', standard })
/** A cron pattern in India's time, or `never`. */
export const times = (standard: string): Setting<string> => ({ kind: 'times', standard })
