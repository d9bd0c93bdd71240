/** Labels with their values; values that are not set are left out. */
export function FactList({ facts, className }: { facts: [string, React.ReactNode][]; className?: string }) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
