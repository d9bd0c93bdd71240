import { reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

/** The passwords a person has had, as hashes, so that the latest five do not come back (§L.7). Nobody reads them. */
export const passwordHistory = record({
  path: 'password-history',
  name: 'password-history',
  title: 'Earlier Passwords',
  purpose: 'The hashes of the passwords that a person may not choose again yet.',
  fields: {
    userId: reference(user),
    passwordHash: text({ max: 255, secret: true }),
  },
  key: [],
  display: ['userId'],
  list: ['userId'],
  sort: ['-id'],
  indexes: [['userId']],
  access: {},
})
