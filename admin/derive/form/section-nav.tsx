import type { Section } from '../../../resources/define/resource.ts'

/** The headings of a long form as links to their fields; those with errors are marked. */
export function SectionNav({
  sections,
  idOf,
  faulty,
}: {
  sections: readonly Section[]
  idOf: (title: string) => string
  faulty: ReadonlySet<string>
}) {
  return (
    <nav className="section-nav" aria-label="Sections">
      <ul>
        {sections.map(({ title }) => (
          <li key={title}>
            <a
              href={`#${idOf(title)}`}
              className={faulty.has(title) ? 'section-link is-faulty' : 'section-link'}
              onClick={event => {
                event.preventDefault()
                const heading = document.getElementById(idOf(title))
                heading?.scrollIntoView({ block: 'start' })
                heading?.focus({ preventScroll: true })
              }}
            >
              {title}
              {faulty.has(title) && <span className="for-readers">, something to put right</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
