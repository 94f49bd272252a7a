// The lessons in the order of the lecture: one row each, defined in lessons/<id>.cpp.
#include "lecture/lesson.h"

namespace tally {

extern const Lesson recipes_lesson;
extern const Lesson optimizer_state_lesson;
extern const Lesson activation_lesson;
extern const Lesson accumulation_lesson;
extern const Lesson checkpointing_lesson;
extern const Lesson budget_lesson;
extern const Lesson levers_lesson;

std::span<const Lesson> lessons() {
  // clang-format off
  static const Lesson rows[] = {
      recipes_lesson,
      optimizer_state_lesson,
      activation_lesson,
      accumulation_lesson,
      checkpointing_lesson,
      budget_lesson,
      levers_lesson,
  };
  // clang-format on
  return rows;
}

const Lesson* find_lesson(std::string_view id) {
  for (const Lesson& row : lessons())
    if (row.id == id) return &row;
  return nullptr;
}

}  // namespace tally
