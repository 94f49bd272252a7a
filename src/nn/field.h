// How a module says what it is made of: `static constexpr auto fields()` lists its members with
// their names, once. Counts, initialisation, the optimizer's list and the paths of parameters
// follow.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace tally {

/// A member of a module and its name in paths.
template <class Owner, class Member>
struct Field {
  std::string_view name;
  Member Owner::* member;
};

template <class Owner, class Member>
Field(const char*, Member Owner::*) -> Field<Owner, Member>;

template <class M>
concept Module = requires { std::remove_cvref_t<M>::fields(); };

/// Calls `visit(path, tensor)` for every tensor of the module that is defined, in the order of its
/// fields: "layers.3.weight". A field is a tensor, a module, or a vector of either.
template <class M, class Visit>
void for_each_parameter(M&& module, Visit&& visit, const std::string& prefix = "") {
  const auto enter = [&](auto&& self, auto& member, const std::string& path) -> void {
    if constexpr (Module<decltype(member)>) {
      for_each_parameter(member, visit, path + ".");
    } else if constexpr (requires { member.begin(); }) {
      std::size_t index = 0;
      for (auto& element : member) self(self, element, path + "." + std::to_string(index++));
    } else {
      if (member.defined()) visit(path, member);  // a Linear without bias has an undefined one
    }
  };
  std::apply(
      [&](const auto&... field) {
        (enter(enter, module.*(field.member), prefix + std::string(field.name)), ...);
      },
      std::remove_cvref_t<M>::fields());
}

/// The parameters as handles, as an optimizer takes them.
template <Module M>
auto parameters(const M& module) {
  std::vector<typename M::Tensor> list;
  for_each_parameter(module,
                     [&](const std::string&, const auto& tensor) { list.push_back(tensor); });
  return list;
}

/// Calls each parameter by its path in what the engine records.
template <class E, Module M>
void name_parameters(const E& engine, const M& module) {
  for_each_parameter(
      module, [&](const std::string& path, const auto& tensor) { engine.set_name(tensor, path); });
}

/// The number of elements of all parameters.
template <Module M>
std::int64_t parameter_count(const M& module) {
  std::int64_t count = 0;
  for_each_parameter(module,
                     [&](const std::string&, const auto& tensor) { count += tensor.numel(); });
  return count;
}

}  // namespace tally
