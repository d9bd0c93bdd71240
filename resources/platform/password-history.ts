import { logs } from '../access.ts'
import { reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

/** The earlier passwords of a user, as hashes, so that the latest five are not used again. */
export const passwordHistory = record({
  path: 'password-history',
  name: 'password-history',
  title: 'Password Changes',
  purpose: 'When users changed their passwords; the last five may not be reused.',
  fields: {
    userId: reference(user),
    passwordHash: text({ max: 255, secret: true }),
  },
  key: [],
  display: ['userId'],
  list: ['userId'],
  sort: ['-id'],
  indexes: [['userId']],
  access: logs,
})
