import { choice } from '../define/fields.ts'

/** How the login of a customer, an employee, a carrier or a site stands: a computed column. */
export const loginStatus = choice(['NOT_CREATED', 'INVITED', 'ACTIVE', 'DISABLED'], { label: 'Login' })
