import { accessMatrix } from '../../resources/access-matrix.ts'
import { allowedOf, type Noun, reachIn, type Verb } from '../../resources/access-nouns.ts'
import { roleWords } from '../../resources/access-words.ts'
import { type Role, roleCodes } from '../../resources/roles.ts'
import { Drawer } from '../shell/drawer.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import { roleText } from './people-and-roles.ts'

const lines = accessMatrix()

/** The lists and reports behind a cell of the matrix, in full words, and the acts that a decision is. */
export default function RightsBehind({
  role,
  noun,
  verb,
  onClose,
}: {
  role: Role
  noun: Noun
  verb: Verb
  onClose: () => void
}) {
  const allowed = allowedOf(noun, role, verb)
  const acts = lines.filter(({ kind, id, cells }) => {
    if (cells[role] === undefined || verb.letter !== 'A') return false
    if (kind === 'Action') return allowed.some(({ path }) => id.startsWith(`${path} `))
    return noun.title === 'Orders' && (kind === 'Order step' || kind === 'Approval')
  })
  const others = roleCodes.filter(other => other !== role && reachIn(noun, other, verb) !== null)
  return (
    <Drawer
      open
      onClose={onClose}
      width={Math.min(640, window.innerWidth)}
      title={`${roleText(role)} ${verb.says.toLowerCase()} ${noun.said}`}
      closeIcon={<Icon name="close" />}
    >
      <div className="rights-behind">
        <dl>
          {allowed.map(resource => (
            <div key={resource.path}>
              <dt>{resource.title}</dt>
              <dd>{roleWords(resource, role)}</dd>
            </div>
          ))}
        </dl>
        {others.length > 0 && <p className="quiet">Also: {others.map(roleText).join(', ')}.</p>}
        {acts.length > 0 && (
          <>
            <h3>Acts</h3>
            <dl>
              {acts.map(({ id, title, kind, cells }) => (
                <div key={id}>
                  <dt>{title}</dt>
                  <dd>
                    {cells[role]} <span className="quiet">({kind.toLowerCase()})</span>
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
    </Drawer>
  )
}
