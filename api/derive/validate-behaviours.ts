import { isRelatedRows } from '../../resources/define/computed.ts'
import { isAlwaysConfirmed, isConfirmed } from '../../resources/define/confirmation.ts'
import type { Resource } from '../../resources/define/resource.ts'
import type { Behaviour } from './extend.ts'
import { commonActions } from './save/actions.ts'

/** Returns a sentence for everything that is declared without behaviour, and for behaviour without a declaration. */
export function unmatchedBehaviours(subjects: readonly Resource[], behaviourOf: (subject: Resource) => Behaviour) {
  return subjects.flatMap(subject => {
    const {
      actions = {},
      computed = {},
      service,
      commands,
      query,
      details,
      workedOut,
      guardedChange,
    } = behaviourOf(subject)
    const columns = Object.entries(subject.computed).flatMap(([name, column]) => (isRelatedRows(column) ? [] : [name]))
    const isReport = subject.kind === 'report'
    return [
      ...Object.keys(subject.actions)
        .filter(name => !(name in actions) && !(name in commonActions))
        .map(name => `declares the action ${name}, which has no behaviour`),
      ...Object.keys(actions)
        .filter(name => !(name in subject.actions))
        .map(name => `is extended with the action ${name}, which is not declared`),
      ...columns
        .filter(name => !(name in computed))
        .map(name => `declares the computed column ${name} without its SQL`),
      ...Object.keys(computed)
        .filter(name => !columns.includes(name))
        .map(name => `is extended with the computed column ${name}, which is not declared`),
      ...(isReport && !query ? ['is a report without a query'] : []),
      ...(!isReport && (query || details) ? ['is extended with a query, but is no report'] : []),
      ...(!!subject.workedOut !== !!workedOut
        ? ['needs both the columns that are worked out and the function that does it']
        : []),
      ...(isReport && service ? ['is a report and cannot have its own service'] : []),
      ...(isAlwaysConfirmed(subject) && !isConfirmed(subject)
        ? ['moves money or gives power, but has no confirmation']
        : []),
      ...(isAlwaysConfirmed(subject) !== !!guardedChange
        ? ['moves money or gives power, and needs the function that tells of it']
        : []),
      ...(commands && !service ? ['is extended with commands, but without a service that has them'] : []),
    ].map(problem => `${subject.name} ${problem}`)
  })
}
