import type { PersonAndRoles, RoleGrant } from '../../resources/access-control/commands/roles.ts'
import { type Held, mayDo } from '../../resources/access-nouns.ts'
import { plainDay, readOn } from '../derive/record/when.ts'
import { Icon } from '../shell/menu/icons.tsx'
import { scopeText } from './people-and-roles.ts'

/** What a person may do, in sentences: what is in force, what begins and when, and what they do not do last. */
export function MayDoList({ person }: { person: PersonAndRoles }) {
  const sentences = mayDo(person.grants.filter(({ state }) => state !== 'ENDED').map(heldOf))
  const [first] = person.name.split(' ')
  return (
    <section className="may-do" aria-labelledby="may-do">
      <h2 id="may-do">What {first} may do</h2>
      <ul>
        {sentences.map(({ says, begins, does }) => (
          <li key={`${says} ${begins}`} className={begins ? 'is-new' : does ? undefined : 'quiet'}>
            {does ? <Icon name="check" size={12} /> : <span aria-hidden="true">–</span>}
            <span>
              {begins && <strong>{begins}: </strong>}
              {begins ? says.replace(/^./, letter => letter.toLowerCase()) : says}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const heldOf = (grant: RoleGrant): Held => ({
  role: grant.role,
  // Own rows are what the sentences say themselves.
  where: grant.scopeType === 'ALL' || grant.scopeType === 'OWN' ? 'everywhere' : scopeText(grant),
  begins:
    grant.state === 'WAITS'
      ? 'After the second person'
      : grant.state === 'LATER'
        ? `From ${plainDay(grant.validFrom, readOn())}`
        : null,
})
