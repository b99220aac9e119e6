import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Placeholders for amount, quick amounts and method. */
export function RechargeBones() {
  return (
    <Skeleton>
      <div className="flex flex-col gap-4 pt-2">
        <Bone className="w-1/3" />
        <Bone className="rounded-tile h-13" />
        <div className="grid grid-cols-3 gap-2">
          {[0, 1, 2, 3, 4, 5].map((key) => (
            <Bone key={key} className="h-10 rounded-full" />
          ))}
        </div>
        <Bone className="rounded-card h-20" />
      </div>
    </Skeleton>
  )
}
