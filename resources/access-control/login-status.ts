import { choice } from '../define/fields.ts'

/** The status of the login of a customer, an employee, a carrier or a site: a computed column. */
export const loginStatus = choice(['NOT_CREATED', 'INVITED', 'ACTIVE', 'DISABLED'], { label: 'Login' })
